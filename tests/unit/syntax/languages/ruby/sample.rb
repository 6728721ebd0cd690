# frozen_string_literal: true

require "json"
require_relative "lib/store"

# A module.
module Shop
  VERSION = "1.0"
  Point = Struct.new(:x, :y)

  # An order.
  class Order < Base
    include Comparable
    MAX_ITEMS = 10

    attr_reader :items
    attr_accessor :state, :owner

    class << self
      def build(*args)
        new(*args)
      end
    end

    # Makes one.
    #
    # With items.
    def initialize(items: [])
      @items = items
      total = compute(1)
    end

    def self.find(id)
      Order.new(items: [id])
    end

    def empty?
      items.none?
    end

    def state=(value)
      @state = value
    end

    def <=>(other)
      total <=> other.total
    end

    def total = items.sum { |item| item.price }

    def text
      body = <<~TEXT
        def not_a_method
          #{compute(2)}
        end
      TEXT
      puts body
      self.total
    end

    private

    def compute(n)
      n + MAX_ITEMS
    end

    alias_method :calculate, :compute
    alias size total
    define_method(:dynamic) { |x| x }
  end

  class Order::Line
    def price; 1; end
  end

  def self.configure
    yield Shop::Order.new
  end
end

def top_level(a, b = 2, *rest, key:, &block)
  lambda { |x| x + a }
  [1].each do |n|
    JSON.parse(n)
  end
end

private def hidden
  top_level 1, key: 2
end
